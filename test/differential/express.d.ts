declare module 'express4';
declare module 'express5';
