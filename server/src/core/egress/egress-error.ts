export type EgressReason =
  | 'address_refused'
  | 'url_refused'
  | 'redirect_refused'
  | 'too_many_redirects'
  | 'timeout'
  | 'too_large'
  | 'connection_failed'

/** Why an outbound call has no answer. */
export class EgressError extends Error {
  override readonly name = 'EgressError'
  readonly reason: EgressReason
  /** Whoever was called first has answered, and may have done what was asked. */
  afterRedirect = false

  constructor(reason: EgressReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
