import type { LayerLike } from '../contracts/layer.js';

/** What has to know of whatever is done to the layers of a stack. */
export interface Watcher {
  touched: boolean;
  change(): void;
}

/** An array that shows the layers and tells of every change that is made through it. */
export function watchLayers(layers: LayerLike[], watcher: Watcher): LayerLike[] {
  return new Proxy(layers, {
    get: (target, key) => {
      // Whoever has kept the array may take a layer out of it at any time, and change that.
      watcher.touched = true;
      return Reflect.get(target, key);
    },
    set: (target, key, value) => {
      watcher.change();
      return Reflect.set(target, key, value);
    },
    deleteProperty: (target, key) => {
      watcher.change();
      return Reflect.deleteProperty(target, key);
    },
    defineProperty: (target, key, descriptor) => {
      watcher.change();
      return Reflect.defineProperty(target, key, descriptor);
    },
  });
}
