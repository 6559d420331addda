import type { AnyHandler } from '../../contracts/handler.js';
import type { LayerOptions } from '../../contracts/layer.js';
import { Layer as LayerClass } from './layer.js';

/**
 * The layer as packages get it from `lib/router/layer`: Express's may be called without `new`. The prototype is that of
 * every layer, so what is patched there holds for all.
 */
export default function Layer(path: unknown, options: LayerOptions | undefined, fn: AnyHandler): LayerClass {
  return Reflect.construct(LayerClass, [path, options, fn], new.target ?? LayerClass);
}

Layer.prototype = LayerClass.prototype;
Object.defineProperty(Layer.prototype, 'constructor', { value: Layer });
