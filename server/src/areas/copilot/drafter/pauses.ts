import { durationOf, SPAN } from './parse-text.ts'
import type { Pause } from './parts.ts'

/** "Wait three days", "wait until the first day". */
export function pauseOf(text: string): Pause | undefined {
  const lasting = new RegExp(
    `^(?:we |the \\p{L}+ )?waits? (?:for )?(?:at least )?${SPAN}|^(?:there is |after )?(?:a )?(?:pause|wait) of ${SPAN}`,
    'iu',
  ).exec(text)
  if (lasting) {
    const [count, business, unit] = lasting[1] === undefined ? lasting.slice(4) : lasting.slice(1)
    return { is: 'pause', name: 'Wait', for: durationOf(count ?? '1', business, unit ?? 'day') }
  }
  const until = /^(?:we |it )?waits? (?:until|till|for) (?:the |their |its )?([\p{L} -]{3,40})$/iu.exec(text)
  if (!until) return undefined
  const day = (until[1] ?? '').trim().toLowerCase()
  if (!/\b(day|date|start|end|deadline|delivery|departure|return|meeting|expiry|renewal)\b/.test(day)) return undefined
  return { is: 'pause', name: `Wait until the ${day}`, until: day }
}
