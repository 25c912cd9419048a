export interface FinishSignInInput {
  tenantId: string
  id: string
}

/** These run where all calls to the outside are made. */
export interface FinishSignInActivities {
  finishSignIn: (input: FinishSignInInput) => Promise<void>
}
