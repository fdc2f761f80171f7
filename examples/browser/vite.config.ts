import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: './', // so that the built page can lie in any folder of a server
  build: { target: 'es2022', outDir: 'dist', emptyOutDir: true },
  // onnxruntime-web finds its .wasm file beside its own module. Vite's development server would move the module and not the
  // file; a build emits both.
  optimizeDeps: { exclude: ['onnxruntime-web'] },
});
