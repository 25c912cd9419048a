import type { Page } from '@playwright/test'

/** The browser's own measure of each key press, in steps of 8 ms: until the frame is presented, not only made. */
export const watchKeys = (page: Page) =>
  page.evaluate(() => {
    const keyTimes: number[] = []
    Object.assign(globalThis, { keyTimes })
    const options = { type: 'event', durationThreshold: 16 }
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') keyTimes.push(duration)
    }).observe(options)
  })

export const keysOf = (page: Page): Promise<number[]> => page.evaluate(() => Reflect.get(globalThis, 'keyTimes'))
