import { texts } from '../instances.texts.ts'

const origins: Record<string, string> = texts.origins

/** What started an instance that no person did: "A form: Supplier request". */
export function originText({ source, source_name }: { source: string; source_name: string | null }): string {
  const origin = origins[source] ?? texts.origins.person
  return source_name === null ? origin : texts.originNamed(origin, source_name)
}
