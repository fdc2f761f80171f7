/** Of one row: −ln p_y, or Σ_k (p_k − 1[k = y])². A group's risk is its mean. */
export type Loss = 'cross-entropy' | 'brier';
