// Something that takes a while: whether it is under way, what came of it, and what went wrong, in words.

/** Work whose last outcome is kept; of several begun, only the latest counts. */
export class Task<Input extends readonly unknown[], Output> {
  busy = $state(false);
  error = $state<string>();
  value = $state.raw<Output>();
  readonly #work: (...input: Input) => Promise<Output>;
  #latest = 0;

  constructor(work: (...input: Input) => Promise<Output>) {
    this.#work = work;
  }

  /** Does it; the earlier value stays until there is another. @returns undefined where it failed */
  async run(...input: Input): Promise<Output | undefined> {
    const turn = ++this.#latest;
    this.busy = true;
    try {
      const value = await this.#work(...input);
      if (turn !== this.#latest) return undefined;
      this.value = value;
      this.error = undefined;
      return value;
    } catch (error) {
      if (turn === this.#latest) this.error = error instanceof Error ? error.message : String(error);
      return undefined;
    } finally {
      if (turn === this.#latest) this.busy = false;
    }
  }

  /** Forgets what came of it, also of work under way. */
  reset(): void {
    this.#latest++;
    this.busy = false;
    this.value = undefined;
    this.error = undefined;
  }
}
