import { onTestFinished } from 'vitest'

/** Until the test ends; for what a spy cannot replace because jsdom lacks it. */
export function replaceProperty(target: object, name: string, property: PropertyDescriptor) {
  const before = Object.getOwnPropertyDescriptor(target, name)
  Object.defineProperty(target, name, { configurable: true, ...property })
  onTestFinished(() => {
    if (before) Object.defineProperty(target, name, before)
    else Reflect.deleteProperty(target, name)
  })
}
