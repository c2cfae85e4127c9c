import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  OggOutputFormat,
  Output,
  WEBM,
} from 'mediabunny';

/**
 * Returns a recording in an Ogg container. Chromium records Opus in WebM, which the platform refuses; the sound itself
 * is copied, not encoded again.
 * @throws when the recording has no sound in Opus.
 */
export async function toOgg(webm: Blob): Promise<Blob> {
  const input = new Input({ source: new BlobSource(webm), formats: [WEBM] });
  const track = await input.getPrimaryAudioTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (track?.codec !== 'opus' || !decoderConfig) throw new Error('The recording has no Opus track.');
  const source = new EncodedAudioPacketSource('opus');
  const output = new Output({ format: new OggOutputFormat(), target: new BufferTarget() });
  output.addAudioTrack(source);
  await output.start();
  for await (const packet of new EncodedPacketSink(track).packets())
    await source.add(packet, { decoderConfig });
  await output.finalize();
  if (!output.target.buffer) throw new Error('The recording is empty.');
  return new Blob([output.target.buffer], { type: 'audio/ogg' });
}
