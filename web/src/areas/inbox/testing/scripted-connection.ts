import { onlineManager } from '@tanstack/react-query'
import { onTestFinished } from 'vitest'
import { replaceProperty } from '../../../shared/testing/replace-property.ts'

/** The browser's connection, until the test ends. */
export function scriptedConnection(online: boolean) {
  let now = online
  replaceProperty(navigator, 'onLine', { get: () => now })
  const set = (next: boolean) => {
    now = next
    dispatchEvent(new Event(next ? 'online' : 'offline'))
  }
  // It outlives the test, and hears nothing once the page is gone.
  onTestFinished(() => onlineManager.setOnline(true))
  return set
}
