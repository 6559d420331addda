import { decorate } from './decorate.js';

/** File uploads with multer. */
export function uploadsBy(common, platform) {
  const { Body, Controller, MaxFileSizeValidator, ParseFilePipe, Post, UploadedFile, UploadedFiles } = common;
  const { UseInterceptors } = common;
  const { FileFieldsInterceptor, FileInterceptor, FilesInterceptor } = platform;
  const summaryOf = ({ fieldname, originalname, mimetype, size, buffer }) => {
    return { fieldname, originalname, mimetype, size, text: buffer.toString() };
  };

  class Uploads {
    one(file, body) {
      return { file: file && summaryOf(file), body };
    }
    many(list) {
      return list.map(summaryOf);
    }
    fields(byField) {
      return Object.entries(byField).map(([field, list]) => [field, list.map(summaryOf)]);
    }
    checked(file) {
      return summaryOf(file);
    }
  }
  const pipe = new ParseFilePipe({ validators: [new MaxFileSizeValidator({ maxSize: 10 })] });
  decorate(Uploads, [Controller('uploads')], {
    one: {
      on: [Post('one'), UseInterceptors(FileInterceptor('file', { limits: { fileSize: 100 } }))],
      takes: [[UploadedFile()], [Body()]],
    },
    many: { on: [Post('many'), UseInterceptors(FilesInterceptor('files', 2))], takes: [[UploadedFiles()]] },
    fields: {
      on: [
        Post('fields'),
        UseInterceptors(FileFieldsInterceptor([{ name: 'a' }, { name: 'b', maxCount: 1 }])),
      ],
      takes: [[UploadedFiles()]],
    },
    checked: {
      on: [Post('checked'), UseInterceptors(FileInterceptor('file'))],
      takes: [[UploadedFile(pipe)]],
    },
  });
  return { controllers: [Uploads] };
}
