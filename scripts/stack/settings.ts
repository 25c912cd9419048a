import numbers from './ports.json' with { type: 'json' }
import versions from './versions.json' with { type: 'json' }

// A second clone on the same machine runs beside the first with STACK_PORT_SHIFT=1500: with 1000 some ports would meet.
const shift = Number(process.env.STACK_PORT_SHIFT ?? 0)

export const host = '127.0.0.1'

export function port(name: keyof typeof numbers): number {
  return numbers[name] + shift
}

export { versions }
