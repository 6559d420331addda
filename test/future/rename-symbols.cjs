/** Makes Node's symbols with these descriptions look as if they had others. */
module.exports = function rename(...descriptions) {
  const { get } = Object.getOwnPropertyDescriptor(Symbol.prototype, 'description');
  Object.defineProperty(Symbol.prototype, 'description', {
    configurable: true,
    get() {
      const description = get.call(this);
      return descriptions.includes(description) ? `renamed ${description}` : description;
    },
  });
};
