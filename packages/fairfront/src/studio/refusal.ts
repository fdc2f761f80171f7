/** A request that is not done, and its status in HTTP. */
export class Refusal extends Error {
  constructor(
    readonly statusCode: 400 | 401 | 403 | 404 | 409 | 413 | 415,
    message: string,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}
