/** A module that is like none that is shipped: digs, with what was found in their layers. */
export const excavation = {
  title: '考古发掘',
  item: {
    type: 'object',
    required: ['id', 'title'],
    properties: {
      id: { type: 'string', title: '编号' },
      title: { type: 'string', title: '名称', maxLength: 60 },
      number: { type: 'string', title: '档案号' },
      coordinate: { type: 'string', title: '位置', format: 'coordinate' },
      beginDate: { type: 'string', title: '发掘开始', format: 'date' },
      endDate: { type: 'string', title: '发掘结束', format: 'date' },
      digsite: { type: 'string', title: '所属遗址' },
      others: { type: 'array', title: '相关遗址', items: { type: 'string' } },
      photo: { type: 'string', title: '照片', format: 'uri-reference' },
      period: { type: 'string', title: '时代' },
      layers: {
        type: 'array',
        title: '地层',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string', title: '编号' },
            depth: { type: 'number', title: '深度（米）' },
            source: { type: 'string', title: '出处', format: 'uri-reference' },
            opened: {
              type: 'object',
              title: '清理',
              properties: {
                from: { type: 'string', title: '开始', format: 'date' },
                to: { type: 'string', title: '结束', format: 'date' },
              },
            },
            tags: { type: 'array', title: '特征', items: { type: 'string' } },
            finds: {
              type: 'array',
              title: '出土物',
              items: {
                type: 'object',
                properties: {
                  name: { type: 'string', title: '名称' },
                  pictures: { type: 'array', title: '照片', items: { type: 'string', format: 'uri-reference' } },
                },
              },
            },
          },
        },
      },
      report: { type: 'string', title: '简报', contentMediaType: 'text/html' },
    },
  },
  roles: { title: '/title', image: '/photo', coordinate: '/coordinate' },
  admin: {
    fields: {
      number: { readOnly: true },
      others: { module: 'digsite', hint: '可以选几处' },
    },
    groups: {
      basic: { label: '基本信息', fields: { title: {}, period: {}, digsite: {}, others: {}, coordinate: {}, beginDate: {}, endDate: {} } },
      found: { label: '发现', fields: { layers: {}, photo: {} } },
    },
    columns: { beginDate: { label: '开始' }, period: {} },
    sort: '-beginDate',
  },
  codelists: { period: { dictionary: 'liveType' } },
  endpoints: {
    list: {
      get: '/api/excavation/page{?page,limit}',
      paging: { page: 'page', size: 'limit', max: 100 },
      ok: { '/status': 200 },
      rows: '/data/rows',
      total: '/data/total',
    },
    detail: { get: '/api/excavation/{id}', ok: { '/status': 200 }, item: '/data' },
  },
  cards: {
    line: {
      shape: 'line',
      title: '/row/title',
      fields: { period: { value: '/row/period', codelist: 'period' } },
      opens: { to: '/dig{?id}', with: { id: '/row/id' } },
    },
    layer: {
      of: '/layers',
      shape: 'row',
      title: { value: '/row/depth', text: '深{value}米' },
      fields: { tags: { value: '/row/tags', format: 'tags' } },
    },
  },
  pages: {
    digs: { kind: 'list', source: 'list', title: '考古发掘', layouts: { list: { card: 'line', columns: 1 } } },
    dig: {
      kind: 'detail',
      source: 'detail',
      with: { id: '/query/id' },
      query: { id: 'The dig.' },
      loads: { place: { source: 'digsite:detail', with: { id: '/item/digsite' }, when: { '/item/digsite': { present: true } } } },
      sections: {
        heading: {
          section: 'heading',
          title: '/item/title',
          fields: { begin: { value: '/item/beginDate', format: 'fullDate', label: '发掘' } },
        },
        place: { section: 'text', label: '所属遗址', text: '/place/item/name', when: { '/item/digsite': { present: true } } },
        facts: {
          section: 'fields',
          fields: {
            period: { value: '/item/period', codelist: 'period', label: '时代' },
            coordinate: { value: '/item/coordinate', label: '位置' },
          },
        },
        layers: { section: 'list', label: '地层', rows: '/item/layers', card: 'layer' },
        report: { section: 'richText', value: '/item/report' },
      },
    },
  },
};

/** The sites that digs belong to. */
export const site = {
  title: '遗址',
  item: {
    type: 'object',
    required: ['id', 'name'],
    properties: {
      id: { type: 'string', title: '编号' },
      name: { type: 'string', title: '名称' },
      place: { type: 'string', title: '位置', format: 'coordinate' },
      secret: { type: 'string', title: '内部记录' },
    },
  },
  roles: { title: '/name' },
  admin: { fields: { secret: { hidden: true } } },
  endpoints: {
    list: {
      get: '/api/digsite/page{?page,limit}',
      paging: { page: 'page', size: 'limit', max: 100 },
      ok: { '/status': 200 },
      rows: '/data/rows',
      total: '/data/total',
    },
    detail: { get: '/api/digsite/{id}', ok: { '/status': 200 }, item: '/data' },
  },
  cards: { line: { shape: 'line', title: '/row/name' } },
  pages: { digsites: { kind: 'list', source: 'list', layouts: { list: { card: 'line', columns: 1 } } } },
};
