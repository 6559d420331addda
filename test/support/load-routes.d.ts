export declare const UPLOAD: string;
export declare function bodyFor(id: number | string): string;
export declare function serveLoad(app: any, onRequest?: (id: number) => void): void;
