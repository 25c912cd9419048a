export type Part = {
  name: string
  title: string
  address: string
  /** Names of the parts that must be usable before this one starts. */
  needs: readonly string[]
  stopSignal: NodeJS.Signals
  /** Debian packages this part lacks on this machine. */
  packages(): Promise<string[]>
  /** Finds, fetches or builds what the part runs. */
  ensure(): Promise<void>
  /** Starts the server and returns its pid. */
  start(): Promise<number>
  healthy(): Promise<boolean>
  /** Brings what is inside the running server up to date; quick when it already is. */
  prepare?(): Promise<void>
  /** Data folders outside the state folder. */
  data?: readonly string[]
}
