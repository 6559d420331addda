/** Whether a request of HTTP/2 has a body, which it may have without Content-Length. */
export function hasHttp2Body(req: any): boolean {
  return req.httpVersionMajor === 2 && req.stream?.endAfterHeaders === false;
}
