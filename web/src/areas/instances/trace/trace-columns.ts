/**
 * What a narrow page has no room for keeps its column, without width: one that were taken away would be brought back by
 * the details, which span all of them.
 */
export const COLUMNS = {
  turn: { column: 'w-[84px]', content: '' },
  when: { column: 'w-[104px]', content: '' },
  what: { column: '', content: '' },
  who: { column: 'w-40 @max-[560px]:w-0 @max-[560px]:p-0!', content: '@max-[560px]:sr-only' },
  openFor: {
    column: 'w-[168px] @max-[960px]:w-[84px] @max-[660px]:w-0 @max-[660px]:p-0!',
    content: '@max-[660px]:sr-only',
  },
  result: { column: 'w-44 @max-[960px]:w-36 @max-[760px]:w-0 @max-[760px]:p-0!', content: '@max-[760px]:sr-only' },
} as const
