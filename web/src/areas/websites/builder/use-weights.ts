import { useQuery } from '@tanstack/react-query'
import { MAX_PAGE_BYTES, type Website } from '@throughline/contracts/websites'
import { sizeText } from '../../../shared/format/size.ts'
import { texts } from '../builder.texts.ts'
import { websiteWeightsQuery } from '../websites.api.ts'

export const MOST_BYTES = sizeText(MAX_PAGE_BYTES)

/** What each page of the draft weighs as it is sent, the heaviest first; asked for once somebody looks at it. */
export function useWeights(website: Website, enabled = true) {
  const { data = [] } = useQuery({ ...websiteWeightsQuery(website), enabled })
  const weights = data
    .map(({ page, bytes }) => ({
      page,
      isHeavy: bytes > MAX_PAGE_BYTES,
      size: sizeText(bytes),
      bytes,
      title: website.pages.find(({ id }) => id === page)?.title ?? '',
    }))
    .toSorted((one, other) => other.bytes - one.bytes)
  return { weights, heavy: weights.filter(({ isHeavy }) => isHeavy) }
}

export const heavyText = ({ title, size }: { title: string; size: string }) =>
  texts.publishing.heavy(title, size, MOST_BYTES)
