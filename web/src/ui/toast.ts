type ToastTone = 'success' | 'error' | 'info' | 'warning'

export type ToastMessage = {
  id: string
  tone: ToastTone
  title: string
  description?: string | undefined
  /** Milliseconds; 0 stays until dismissed. */
  timeout: number
  action?: ToastAction | undefined
}

type ToastAction = { label: string; onPress: () => void }

type ToastOptions = {
  description?: string
  action?: ToastAction
  /** Milliseconds; 0 stays until dismissed. Default: 5 s, errors stay. */
  timeout?: number
  /** A second toast with the same id replaces the first. */
  id?: string
}

type ToastOutlet = { show: (message: ToastMessage) => void; close: (id?: string) => void }

const GOOD_NEWS = 5_000
const STAYS = 0

let outlet: ToastOutlet | undefined
let waiting: ToastMessage[] = []
let count = 0

function show(tone: ToastTone, title: string, options: ToastOptions = {}): string {
  const { description, action, timeout = tone === 'error' ? STAYS : GOOD_NEWS, id = `toast-${++count}` } = options
  const message = { id, tone, title, description, timeout, action }
  if (outlet) outlet.show(message)
  else waiting = [...waiting.filter((other) => other.id !== id), message]
  return id
}

/** Speaks to the person from anywhere, also outside React. Nothing is lost before the Toaster has been loaded. */
export const toast = {
  success: (title: string, options?: ToastOptions) => show('success', title, options),
  error: (title: string, options?: ToastOptions) => show('error', title, options),
  info: (title: string, options?: ToastOptions) => show('info', title, options),
  warning: (title: string, options?: ToastOptions) => show('warning', title, options),
  /** Without an id all of them. */
  dismiss: (id?: string) => {
    waiting = id === undefined ? [] : waiting.filter((message) => message.id !== id)
    outlet?.close(id)
  },
}

/** Called by the Toaster: shows what has waited, then everything new. Returns the way back. */
export function connectToasts(next: ToastOutlet): () => void {
  outlet = next
  const held = waiting
  waiting = []
  for (const message of held) next.show(message)
  return () => {
    if (outlet === next) outlet = undefined
  }
}
