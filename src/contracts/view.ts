export type RenderCallback = (error: unknown, text?: string) => unknown;
export type Engine = (path: string, options: object, callback: RenderCallback) => void;

export interface ViewOptions {
  defaultEngine?: string;
  root?: string | string[];
  engines: Record<string, Engine>;
}

/** A template on disk together with the engine that renders it. */
export interface ViewLike {
  defaultEngine: string | undefined;
  ext: string;
  name: string;
  root: string | string[] | undefined;
  engine: Engine;
  path: string | undefined;
  lookup(name: string): string | undefined;
  render(options: object, callback: RenderCallback): void;
  resolve(dir: string, file: string): string | undefined;
}

export type ViewConstructor = new (name: string, options: ViewOptions) => ViewLike;
