/** Whether a request of HTTP/2 has a body: it needs no header to say so. */
export function hasFrames(req: any): boolean {
  return req.httpVersionMajor === 2 && req.stream?.endAfterHeaders === false;
}
