import mime from 'mime-v1.3';

const { lookup } = mime.Mime.prototype;

/*
 * Of a text without a dot, mime 1.3.4 reads all that follows again from each character (CVE-2017-16138). With a dot in
 * front it reads once, and finds the same.
 */
mime.Mime.prototype.lookup = function (path, fallback) {
  return lookup.call(this, path.replace(/^/, '.'), fallback);
};

/** What knows the media types of 3.x. Users add to it and replace its members, so they are read when they are needed. */
export { mime };

/** A media type as a header has it: with the charset of its files, if one is known. */
export function withCharset(type: string): string {
  const charset = mime.charsets.lookup(type);
  return charset ? `${type}; charset=${charset}` : type;
}
