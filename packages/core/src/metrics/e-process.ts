// Evidence that losses have become larger than promised, which may be looked at after every row.
//
//   null       given the past, the expected loss of a row is at most m, the promise; losses are ≥ 0
//   a bet      K_t(λ) = Π_i (1 + λ (x_i − m)) with 0 ≤ λ ≤ 1/(2m): never negative, and under the null no game is
//              worth more than its stake on average
//   e-value    E_t = Σ_λ Σ_k w_k K_{k,t}(λ) / bets + what is not yet staked
//   alarm      Under the null E_t ever reaches 1/α with probability at most α (Ville 1939), however often one looks
//
// Bets (Waudby-Smith & Ramdas 2023): λ = δ / (σ² + δ²) is about the best one against a rise of the mean by δ. There is
// one for each of RISES, δ = rise · m, and σ² is measured before the first row; a wrong σ² costs time, not validity.
// Games begin anew every GAME_ROWS rows: half of the money is staked at once, and the k-th later game gets
// 1/2 · 1/(k (k + 1)) of it. So a model that was better than promised for long is still caught soon after it declines.
//
// Wealth is kept as it is, not as its logarithm: it is alarming long before MOST, and a game that has lost all but
// 1e-308 no longer counts.

/** Rises of the mean loss that bets are made for, as shares of the promise. */
const RISES = [0.025, 0.05, 0.1, 0.2, 0.4, 0.8];
/** Rows after which another game begins. */
const GAME_ROWS = 100;
/** Evidence is not counted beyond this. */
const MOST = 1e300;

/** An e-process as plain data; it goes on where it was, to the bit. */
export interface EProcessState {
  /** The largest mean loss under the null, above 0. */
  readonly promise: number;
  /** By bet. */
  readonly bets: readonly number[];
  /** By bet: what the games that have begun are worth. */
  readonly wealth: readonly number[];
  readonly rows: number;
  /** Σ losses. */
  readonly sum: number;
  /** The largest e-value so far: an alarm stays. */
  readonly largest: number;
}

/** An e-process before its first row. @param variance of the losses, as far as it is known */
export function startEProcess(promise: number, variance: number): EProcessState {
  const bets = RISES.map((rise) => {
    const delta = rise * promise;
    return Math.min(delta / (variance + delta * delta), 1 / (2 * promise));
  });
  return { promise, bets, wealth: bets.map(() => 1 / 2), rows: 0, sum: 0, largest: 1 };
}

/** Evidence against one promise, row by row. */
export class EProcess {
  /** The e-value now. */
  value: number;
  readonly #promise: number;
  readonly #bets: Float64Array;
  readonly #wealth: Float64Array;
  #rows: number;
  #sum: number;
  #largest: number;

  constructor({ promise, bets, wealth, rows, sum, largest }: EProcessState) {
    this.#promise = promise;
    this.#bets = Float64Array.from(bets);
    this.#wealth = Float64Array.from(wealth);
    this.#rows = rows;
    this.#sum = sum;
    this.#largest = largest;
    this.value = wealth.reduce((total, own) => total + own, 0) / bets.length + unstaked(gamesBegun(rows));
  }

  /** Adds the loss of a row, which is ≥ 0. */
  add(loss: number): void {
    const wealth = this.#wealth;
    const games = gamesBegun(this.#rows + 1);
    const isNewGame = this.#rows > 0 && this.#rows % GAME_ROWS === 0;
    const stake = isNewGame ? 1 / (2 * games * (games + 1)) : 0;
    const excess = loss - this.#promise;
    let total = 0;
    for (let bet = 0; bet < wealth.length; bet++) {
      const own = Math.min(MOST, (wealth[bet]! + stake) * (1 + this.#bets[bet]! * excess));
      wealth[bet] = own;
      total += own;
    }
    this.#rows++;
    this.#sum += loss;
    this.value = total / wealth.length + unstaked(games);
    if (this.value > this.#largest) this.#largest = this.value;
  }

  /** What it takes to go on. */
  get state(): EProcessState {
    return {
      promise: this.#promise,
      bets: [...this.#bets],
      wealth: [...this.#wealth],
      rows: this.#rows,
      sum: this.#sum,
      largest: this.#largest,
    };
  }
}

/** Games that have begun after the first one, once so many rows are seen. */
function gamesBegun(rows: number): number {
  return rows === 0 ? 0 : Math.floor((rows - 1) / GAME_ROWS);
}

/** What is left for games to come, once so many have begun after the first one. */
function unstaked(games: number): number {
  return 1 / (2 * (games + 1));
}

/**
 * Adds the losses of rows to their groups' processes, in the order of the rows.
 * @param largest the largest mean of the groups' e-values so far; the mean is an e-process too, whatever groups have to
 *   do with each other
 * @returns the same after these rows
 */
export function addLosses(
  processes: readonly EProcess[],
  losses: ArrayLike<number>,
  groups: ArrayLike<number>,
  largest: number,
): number {
  let most = largest;
  for (let row = 0; row < losses.length; row++) {
    processes[groups[row]!]!.add(losses[row]!);
    most = Math.max(most, meanEValue(processes));
  }
  return most;
}

/** The mean of the groups' e-values. */
export function meanEValue(processes: readonly Pick<EProcess, 'value'>[]): number {
  let sum = 0;
  for (let group = 0; group < processes.length; group++) sum += processes[group]!.value;
  return sum / processes.length;
}
