import { describe, expect, it } from '@jest/globals';
import { titleFromQuestion } from 'lambdas/chat/titles/question-title';

describe('the title of a question', () => {
  it.each([
    // It is the first line that says something.
    ['\n\n  What is tea?  \nReally?', 'What is tea?'],
    ['---\n***\n\n?!\nWhat is tea?', 'What is tea?'],
    ['?!', '?!'],
    ['🍵', '🍵'],

    // The marks of Markdown are left out.
    ['# My question', 'My question'],
    ['###### Deep', 'Deep'],
    ['- [ ] buy **green** tea', 'buy green tea'],
    ['* one\n* two', 'one'],
    ['3. Why `npm ci`?', 'Why npm ci?'],
    ['2) Why?', 'Why?'],
    ['> quoted\n\nWhat does he mean?', 'quoted'],
    ['> > - **deep**', 'deep'],
    ['See [the docs](https://example.org) first', 'See the docs first'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', 'a, b'],
    ['Title\n=====\nText', 'Title'],

    // What only looks like a mark stays.
    ['#include <stdio.h>', '#include <stdio.h>'],
    ['2 * 3 * 4 = ?', '2 * 3 * 4 = ?'],
    ['-5 degrees?', '-5 degrees?'],
    ['C# or F#?', 'C# or F#?'],
    ['snake_case_name is wrong', 'snake_case_name is wrong'],

    // Words come before code.
    ['```python\nprint(1)\n```\nWhy does this print 1?', 'Why does this print 1?'],
    ['~~~~\ncode\n~~~~\n\n## Explain', 'Explain'],
    ['Fix this:\n```\nx\n```', 'Fix this:'],
    ['```python\n\ndef f(n):\n    return n\n```', 'def f(n):'],
    ['```\nunclosed', 'unclosed'],
    ['> ```js\n> a()\n> ```\n> Why?', 'Why?'],
  ])('%j is %j', (question, title) => {
    expect(titleFromQuestion(question)).toBe(title);
  });

  it.each([
    ['You are a senior Rust engineer. Why does this not compile?', 'Why does this not compile?'],
    ['You are a senior Rust engineer with v1.80 at hand.\n\nWhy does this not compile?', 'Why does this not compile?'],
    ['You are a senior Rust engineer\nReview my code', 'Review my code'],
    ["You're an expert in tea. You answer shortly. Your style is dry. What is oolong?", 'What is oolong?'],
    ['You are my teacher. You know me? Then ask.', 'You know me? Then ask.'],
    ['I want you to act as a Linux terminal. I will type commands.', 'I will type commands.'],
    ['Act as a travel guide! Where is Hangzhou?', 'Where is Hangzhou?'],
    ['Pretend you are a cat.\nMeow?', 'Meow?'],
    ['**You are a poet.**\n\nWrite about rain', 'Write about rain'],
    ['你是一名资深的 Rust 工程师。这段代码为什么不能编译？', '这段代码为什么不能编译？'],
    ['请你扮演一位茶艺师。\n什么是乌龙茶？', '什么是乌龙茶？'],
    ['现在你是我的老师！请出题', '请出题'],
    // Without anything else it is the title.
    ['You are a senior Rust engineer.', 'You are a senior Rust engineer.'],
    ['你是一名诗人', '你是一名诗人'],
    // These say something about the conversation.
    ['You are wrong about tea. Why?', 'You are wrong about tea. Why?'],
    ['Are you a robot?', 'Are you a robot?'],
    ['What is tea? You are an expert.', 'What is tea? You are an expert.'],
    ['Acting as a parent is hard', 'Acting as a parent is hard'],
    ['你好', '你好'],
  ])('that gives the model a part, %j, is %j', (question, title) => {
    expect(titleFromQuestion(question)).toBe(title);
  });

  it('is cut without half a character', () => {
    const title = titleFromQuestion(`# ${'a'.repeat(58)}😀 and more`);
    expect(title.endsWith('…')).toBe(true);
    expect(title.length).toBeLessThanOrEqual(60);
    expect(title.isWellFormed()).toBe(true);
  });

  it('takes time by the length of the question', () => {
    const long = `You are a ${'tea. you are a '.repeat(2_500)}`;
    expect(titleFromQuestion(long)).toContain('You are a tea.');
    expect(titleFromQuestion('you are an a.a'.repeat(2_800))).toContain('you are an');
    expect(titleFromQuestion(`${'> '.repeat(20_000)}a`)).toBe('a');
  });
});
