export function checkSupply(lock: unknown, manifests: readonly unknown[]): string[];
