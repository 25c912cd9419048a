import { createHash } from 'node:crypto'
import type { CDPSession, Locator, Page } from '@playwright/test'

export const tray = (page: Page): Locator => page.getByRole('region', { name: 'Uploads', exact: true })
export const trayRow = (page: Page, name: string): Locator => tray(page).getByRole('listitem').filter({ hasText: name })

/** The string that every scanner knows, in two parts so that no scanner finds it here. */
export const TEST_VIRUS = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

type Content = { name: string; text: string }

/** Files from a desktop: held over the place, then let go. */
export async function holdOver(place: Locator, files: readonly Content[]) {
  const held = await place.page().evaluateHandle((contents) => {
    const data = new DataTransfer()
    for (const { name, text } of contents) data.items.add(new File([text], name, { type: 'text/plain' }))
    return data
  }, files)
  await place.dispatchEvent('dragenter', { dataTransfer: held })
  await place.dispatchEvent('dragover', { dataTransfer: held })
  return { letGo: (over: Locator = place) => over.dispatchEvent('drop', { dataTransfer: held }) }
}

/** A real drag of paths, as only the browser itself can make it: folders can be walked. */
export async function dropPaths(page: Page, place: Locator, paths: readonly string[]) {
  const browser = await page.context().newCDPSession(page)
  const box = await place.boundingBox()
  if (!box) throw new Error('there is nowhere to drop')
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', { type, ...at, data })
}

const MEGABYTE = 1_048_576

/** Zeros with a number at the beginning of every megabyte: quick to make, and no part is like another. */
function markOf(megabyte: number): string {
  return `part ${String(megabyte).padStart(6, '0')}`
}

export function hashOfLarge(megabytes: number): string {
  const hash = createHash('sha256')
  for (let megabyte = 0; megabyte < megabytes; megabyte++) {
    const content = Buffer.alloc(MEGABYTE)
    content.write(markOf(megabyte))
    hash.update(content)
  }
  return hash.digest('hex')
}

/** Such a file in the browser's own file system, where it stays when the page is left; pickers find it. */
export async function keepLarge(page: Page, name: string, megabytes: number) {
  await page.addInitScript((wanted) => {
    window.showOpenFilePicker = async () => [await (await navigator.storage.getDirectory()).getFileHandle(wanted)]
  }, name)
  await page.reload()
  await page.evaluate(
    async ([wanted, count, size]) => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle(wanted, { create: true })
      const writing = await handle.createWritable()
      await writing.truncate(count * size)
      for (let megabyte = 0; megabyte < count; megabyte++) {
        const data = `part ${String(megabyte).padStart(6, '0')}`
        await writing.write({ type: 'write', position: megabyte * size, data })
      }
      await writing.close()
    },
    [name, megabytes, MEGABYTE] as const,
  )
}

declare global {
  interface Window {
    showOpenFilePicker?: () => Promise<FileSystemFileHandle[]>
  }
}

export interface Connection {
  slow: (megabytesASecond: number) => Promise<unknown>
  cut: () => Promise<unknown>
  free: () => Promise<unknown>
}

/** The browser's own: while it is cut, it also says so. */
export async function connectionOf(page: Page): Promise<Connection> {
  const browser: CDPSession = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  let rate = -1
  const set = (offline: boolean) =>
    browser.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: rate,
    })
  return {
    slow: (megabytes) => {
      rate = megabytes * MEGABYTE
      return set(false)
    },
    cut: () => set(true),
    free: () => set(false),
  }
}
