import { visibleText } from '@throughline/contracts/visible-text'
import { readStored, writeStored } from '../ui/stored.ts'

const KEY = 'tl.desktop-notices'

export type DesktopState = 'on' | 'off' | 'blocked' | 'missing'

/** Whether this browser shows notifications outside the page, as the person wants it here. */
export function desktopState(): DesktopState {
  if (!('Notification' in globalThis)) return 'missing'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && readStored(KEY) === '1' ? 'on' : 'off'
}

/** Asks the person; browsers allow that only where they have just pressed something. */
export async function turnDesktopOn(): Promise<DesktopState> {
  if (!('Notification' in globalThis)) return 'missing'
  if ((await Notification.requestPermission()) === 'granted') writeStored(KEY, '1')
  return desktopState()
}

export function turnDesktopOff(): DesktopState {
  writeStored(KEY, '0')
  return desktopState()
}

interface DesktopNotice {
  title: string
  body: string
  /** A later one of the same name takes its place. */
  tag: string
  onPress?: () => void
}

/** Shown as text by the system: names with markup in them stay what they are. */
export function showDesktopNotice({ title, body, tag, onPress }: DesktopNotice): void {
  if (desktopState() !== 'on') return
  const notice = new Notification(visibleText(title), { body: visibleText(body), tag })
  notice.addEventListener('click', () => {
    window.focus()
    onPress?.()
    notice.close()
  })
}
