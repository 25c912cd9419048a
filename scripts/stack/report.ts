import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { running } from './daemon.ts'
import { parts } from './parts.ts'
import { logOf } from './places.ts'
import { isUp } from './up.ts'

/** Prints one line for each part; false when one of them is not usable. */
export async function status(): Promise<boolean> {
  const rows = await Promise.all(
    parts.map(async (part) => {
      const pid = running(part.name)
      const condition = (await isUp(part)) ? 'running' : pid ? 'not answering' : 'stopped'
      return [part.name, part.title, condition, String(pid ?? ''), part.address]
    }),
  )
  const table = [['part', 'server', 'state', 'pid', 'address'], ...rows]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  process.stdout.write(`${lines.join('\n')}\n`)
  return rows.every((row) => row[2] === 'running')
}

/** Follows the log of one part, or of all. */
export function logs(name: string | undefined): Promise<number> {
  const chosen = parts.filter((part) => name === undefined || part.name === name)
  if (chosen.length === 0)
    throw new Error(`No part is called ${name}. Parts: ${parts.map((part) => part.name).join(', ')}`)
  const files = chosen.map((part) => logOf(part.name))
  for (const file of files) closeSync(openSync(file, 'a', 0o600))
  return new Promise((resolve, reject) => {
    const tail = spawn('tail', ['-n', name ? '200' : '10', '-F', ...files], { stdio: 'inherit' })
    tail.on('error', reject)
    tail.on('close', (code) => resolve(code ?? 0))
  })
}
