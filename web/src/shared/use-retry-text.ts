import type { Waiting } from '@throughline/contracts/running'
import { catalogue } from '../ui/catalogue.ts'
import { useCountdown } from './form/use-countdown.ts'
import { durationText } from './format/duration.ts'

const texts = catalogue({
  seconds: (count: number) => `${count} s`,
  tryingAgain: (left: string, next: number, of: number) => `Trying again in ${left} (${next} of ${of})`,
})

/** "Trying again in 20 s (2 of 3)", counted down; undefined where no other try is waited for. */
export function useRetryText(retry: Waiting['retry']): string | undefined {
  const seconds = useCountdown(retry && Date.parse(retry.at))
  if (!retry || seconds === 0) return undefined
  const left = seconds < 60 ? texts.seconds(seconds) : durationText(seconds * 1_000)
  return texts.tryingAgain(left, retry.next, retry.of)
}
