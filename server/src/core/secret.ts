import { inspect } from 'node:util'

/** A value that must not be printed: every way of turning it into text throws or is blanked. */
export class Secret<T> {
  readonly #value: T

  constructor(value: T) {
    this.#value = value
  }

  reveal(): T {
    return this.#value
  }

  toString(): never {
    throw new Error('a secret cannot be printed')
  }

  toJSON(): string {
    return '[secret]'
  }

  [inspect.custom](): string {
    return '[secret]'
  }
}
