declare module 'cookie-parser';
declare module 'ejs';
declare module 'pug';
