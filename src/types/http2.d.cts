/// <reference path="./node-types.d.cts" />
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';

/** An application that handles HTTP/2: what `http2.createServer` and `http2.createSecureServer` call. */
export type Http2Listener = (req: Http2ServerRequest, res: Http2ServerResponse) => void;
