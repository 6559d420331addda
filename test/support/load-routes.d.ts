export declare const UPLOAD: string;
export declare function answerTo(id: number | string): string;
export declare function serveLoad(app: any, onRequest?: (id: number) => void): void;
