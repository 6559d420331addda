interface StatusError extends URIError {
  status?: number;
  statusCode?: number;
}

/** Percent-decodes a captured value; `brand` marks the error of a bad encoding as the line does. */
export function decodeWith(brand: (error: StatusError) => void): (value: string) => string {
  return function decode(value: string): string {
    if (value.indexOf('%') === -1) return value;
    try {
      return decodeURIComponent(value);
    } catch (error) {
      if (error instanceof URIError) {
        error.message = `Failed to decode param '${value}'`;
        brand(error);
      }
      throw error;
    }
  };
}
