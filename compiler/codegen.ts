/** Whether code can be generated from strings, as find-my-way does: Node can be configured to forbid it. */
export const canGenerateCode: boolean = (() => {
  try {
    return new Function('return true')() === true;
  } catch {
    return false;
  }
})();
