// Losses, and what is read off a risk vector: the worst group, its risk, and whether every group fares the
// same.

/**
 * The loss of one row: −ln p_y, Σ_k (p_k − 1[k = y])², or, where a number is predicted, (y − ŷ)². A group's risk is its
 * mean.
 */
export type Loss = ClassLoss | 'squared';

/** A loss of probabilities of classes. */
export type ClassLoss = 'cross-entropy' | 'brier';

/** ‖r‖_∞: the risk of the group served worst. NaN if any risk is NaN. */
export function worstRisk(risks: readonly number[]): number {
  return Math.max(...risks);
}

/** The group served worst; the first of them on a tie. */
export function worstGroup(risks: readonly number[]): number {
  return risks.indexOf(worstRisk(risks));
}

/** Largest difference between two groups' risks. */
export function disparity(risks: readonly number[]): number {
  return worstRisk(risks) - Math.min(...risks);
}

/** Whether all risks agree within `tolerance`, relative to the worst. */
export function hasEqualRisks(risks: readonly number[], tolerance = 1e-9): boolean {
  return disparity(risks) <= tolerance * worstRisk(risks);
}
