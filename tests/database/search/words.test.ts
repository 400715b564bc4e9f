import { describe, expect, it } from 'vitest';
import { fold, parseQuestion, collectWords } from '../../../src/database/search/words';

const kept = (text: string, options = {}): string[] => collectWords(fold(text), options);

describe('collectWords', () => {
  it.each([
    ['words and the words within them', '博物馆', ['博物', '博物馆']],
    ['pairs of neighbours that are no word, such as names', '听松讲座', ['听', '松', '讲座', '听松']],
    ['other letters and figures as they are written', 'Wi-Fi 2026年', ['wi', 'fi', '2026', '年']],
    ['one form of all widths and cases', 'ＡＢＣ１２ Éa', ['abc12', 'éa']],
    ['characters beyond the basic plane', '𠮷野家', ['𠮷', '野', '家', '𠮷野', '野家']],
    ['no signs', '！《》🎉 %_\\\'"&|:*', []],
  ])('keeps %s', (_what, text, expected) => expect(kept(text).sort()).toEqual([...expected].sort()));

  it('keeps each character of a title', () =>
    expect(kept('龙井茶', { characters: true })).toEqual(expect.arrayContaining(['龙', '井', '茶', '龙井', '龙井茶'])));
});

describe('parseQuestion', () => {
  it.each([
    ['昆曲', ['昆曲']],
    ['  博物馆 展览 ', ['博物馆', '展览']],
    ['茶', ['茶']],
    ['听松', ['听松']],
    ['唐三彩与宋瓷', ['唐三彩', '宋瓷']],
    ['非遗的保护', ['保护', '非遗']],
    ['周末有什么活动', ['周末', '活动']],
    ['学书法', ['书法']],
    ['的', ['的']],
    ['为什么', ['为什么']],
    ['茶 活动', ['茶', '活动']],
    ['ＷｉＦｉ', ['wifi']],
    ['2026年', ['2026', '年']],
    ["a' | b & !c:* <-> (d)", ['a', 'b', 'c', 'd']],
    ['%_\\', []],
    ['<b class="x">昆曲</b>', ['昆曲']],
    ['🎉🎉', []],
    ['   ', []],
    ['', []],
  ])('of %j asks for %j', (asked, words) => expect(parseQuestion(asked).words.sort()).toEqual([...words].sort()));

  it('of a text finds the text itself', () => {
    for (const text of [
      '一楼三厅夜间开到九点，下班后也来得及看一场展',
      '老码头渔鼓社与水磨调',
      '声音的房间：馆内小型录音棚向市民乐团开放试用',
      '𠮷野家 2026 free-wifi',
    ]) {
      const words = kept(text, { characters: true });
      expect(parseQuestion(text).words.filter((word) => !words.includes(word))).toEqual([]);
    }
  });

  it('looks at so many characters and words at most', () => {
    expect(parseQuestion('昆曲'.repeat(500))).toEqual({
      phrase: '昆曲'.repeat(50),
      words: ['昆曲'],
      parts: { characters: ['昆', '曲'], beginnings: [] },
    });
    expect(parseQuestion('x'.repeat(1000)).words).toEqual(['x'.repeat(40)]);
    expect(parseQuestion(Array.from({ length: 60 }, (_, number) => `w${number}`).join(' ')).words).toHaveLength(16);
    expect(parseQuestion('\u0000\ud800昆曲').words).toEqual(['昆曲']);
  });
});
