/**
 * Lets others have their turn: signals and whoever follows, between two pieces of work that leave no room.
 */
export function turn(): Promise<void> {
  return new Promise((goOn) => {
    if (typeof setImmediate === 'function') setImmediate(goOn);
    else setTimeout(goOn, 0); // in a page
  });
}
