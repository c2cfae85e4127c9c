import { describe, expect, it } from 'vitest';
import { kindOfContentType, kindOfLink } from './media-kind.ts';

describe('the kind of a file', () => {
  it.each([
    ['image/jpeg', 'image'],
    ['IMAGE/PNG; charset=binary', 'image'],
    ['image/webp', 'sticker'],
    ['image/gif', 'document'],
    ['video/mp4', 'video'],
    ['video/webm', 'document'],
    ['audio/ogg; codecs=opus', 'audio'],
    ['audio/wav', 'document'],
    ['application/pdf', 'document'],
    ['text/plain; charset=utf-8', 'document'],
  ])('of Content-Type %s is %s', (type, kind) => {
    expect(kindOfContentType(type)).toBe(kind);
  });

  it.each([
    '',
    'image',
    'text/html; charset=utf-8',
    'application/octet-stream',
    'multipart/form-data',
    'x/y',
  ])('cannot be derived from Content-Type "%s"', (type) => {
    expect(kindOfContentType(type)).toBeNull();
  });

  it.each([
    ['https://cdn.example/a/Photo.JPG', 'image'],
    ['https://cdn.example/a.png?size=2#top', 'image'],
    ['https://cdn.example/s.webp', 'sticker'],
    ['https://cdn.example/v.mp4', 'video'],
    ['https://cdn.example/note.ogg', 'audio'],
    ['http://cdn.example/invoice-17.pdf', 'document'],
  ])('of %s is %s', (link, kind) => {
    expect(kindOfLink(link)).toBe(kind);
  });

  it.each([
    'https://cdn.example',
    'https://cdn.mp4',
    'https://cdn.example/mp4',
    'https://cdn.example/file?name=a.png',
    'https://cdn.example/a.png/latest',
    'https://cdn.example/a.constructor',
  ])('cannot be derived from %s', (link) => {
    expect(kindOfLink(link)).toBeNull();
  });
});
