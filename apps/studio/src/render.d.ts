// What the first step of the build leaves.

declare module '*/render.cjs' {
  import type { Pages } from 'fairfront/internal/pages';

  const renderer: Pick<Pages, 'renderPage'>;
  export default renderer;
}
