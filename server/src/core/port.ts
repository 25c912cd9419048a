/**
 * A function that an area needs from one that comes after it in the order of areas. The area that needs it declares the
 * port and calls it, and `main` connects the function of the other area: neither imports the other.
 */
export function createPort<Args extends unknown[], Result>(name: string) {
  let connected: ((...args: Args) => Result) | undefined
  return {
    connect(to: (...args: Args) => Result): void {
      connected = to
    },
    call(...args: Args): Result {
      if (!connected) throw new Error(`nothing is connected to the port “${name}”`)
      return connected(...args)
    },
  }
}
