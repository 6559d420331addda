interface StatusError extends URIError {
  status?: number;
  statusCode?: number;
}

/** Creates the function that percent-decodes captured values; `brand` sets the status of its errors as the line does. */
export function createDecode(brand: (error: StatusError) => void): (value: string) => string {
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
