import mime from 'mime-v1.3';

const { lookup } = mime.Mime.prototype;

/*
 * In a text without a dot, mime 1.3.4 searches the rest again from each character (CVE-2017-16138). With a leading dot it searches
 * once, with the same result.
 */
mime.Mime.prototype.lookup = function (path, fallback) {
  return lookup.call(this, path.replace(/^/, '.'), fallback);
};

/** The media types of 3.x. Users add types and replace members, so members are read when they are needed. */
export { mime };

/** A media type as a header has it: with the charset of its files, if one is known. */
export function withCharset(type: string): string {
  const charset = mime.charsets.lookup(type);
  return charset ? `${type}; charset=${charset}` : type;
}
