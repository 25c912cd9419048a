import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { end, running } from './daemon.ts'
import type { Part } from './part.ts'
import { parts } from './parts.ts'
import { state } from './places.ts'
import { say } from './say.ts'

async function stop(part: Part): Promise<void> {
  if (!running(part.name)) return
  await end(part.name, part.stopSignal)
  say(part.name, 'stopped')
}

/** Servers that others need stop last. */
export async function down(): Promise<void> {
  const needed = new Set(parts.flatMap((part) => part.needs))
  await Promise.all(parts.filter((part) => !needed.has(part.name)).map(stop))
  await Promise.all(parts.filter((part) => needed.has(part.name)).map(stop))
}

export function wipe(): void {
  for (const path of parts.flatMap((part) => part.data ?? [])) rmSync(path, { recursive: true, force: true })
  rmSync(join(state, 'data'), { recursive: true, force: true })
  rmSync(join(state, 'log'), { recursive: true, force: true })
}
