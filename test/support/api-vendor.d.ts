declare module 'cookie-parser';
